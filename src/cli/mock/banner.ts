/** What `ensayo mock` says once it listens: where, with which keys, and what to try first. */
import { styleText } from 'node:util'
import type { Mock } from '../../mock/index.ts'

/** The banner as text; coloured where `stream` shows colours. */
export function banner({ url, keys, reach }: Pick<Mock, 'url' | 'keys' | 'reach'>, stream: NodeJS.WriteStream): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream })
  const width = Math.max(...keys.map(({ key }) => key.length))
  const key = keys[0]?.key ?? '<key>'
  const post = (path: string, body: unknown) =>
    `curl ${url}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return [
    '',
    `  ${paint('bold', 'ensayo')} listens on ${paint(['bold', 'cyan'], url)}`,
    `  playground  ${paint('cyan', `${url}/playground`)}`,
    '',
    `  ${paint('bold', 'Keys')} (for demonstration only)`,
    ...keys.map((demo) => `  ${paint('yellow', demo.key.padEnd(width))}  ${demo.description}`),
    '',
    ...(reach === 'network'
      ? [
          `  ${paint(['bold', 'red'], 'Others can reach this mock.')} Its keys are published with ensayo, so whoever reaches it may use them:`,
          '  put nothing in it that is secret; give people sandboxes of their own, with keys of their own.',
          '',
        ]
      : []),
    `  ${paint('bold', 'Try')}`,
    `  curl ${url}/api/whoami -H 'Authorization: Bearer ${key}'`,
    `  ${post('/api/reports', { reportId: 'sales-per-month', safeColumnsName: true })}`,
    `  ${post('/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })}`,
    '',
    '',
  ].join('\n')
}
