import { altering, answerOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'

/** PING-1 … PING-3. */
export const pingMutants: readonly Mutant[] = [
  {
    name: 'ping-created',
    wrong: 'GET / is answered with 201.',
    ...altering(['ping'], () => async (request, forward) => ({ ...(await forward(request)), status: 201 })),
  },
  { name: 'ping-empty', wrong: 'The greeting is empty.', ...altering(['ping'], () => async () => answerOf(200)) },
  { name: 'ping-json', wrong: 'The greeting is JSON.', ...altering(['ping'], () => async () => answerOf(200, { status: 'running' })) },
  {
    name: 'ping-html',
    wrong: 'The greeting is a page.',
    ...altering(['ping'], () => async () => answerOf(200, '<!doctype html><p>running', { 'content-type': 'text/html' })),
  },
  {
    name: 'ping-page',
    wrong: 'The greeting is a thousand characters long.',
    ...altering(['ping'], () => async () => answerOf(200, 'running '.repeat(125))),
  },
  {
    name: 'ping-keyless-refused',
    wrong: 'GET / is refused without a key.',
    ...altering(['ping'], () => async (request, forward) =>
      request.headers['authorization'] === undefined ? answerOf(401) : forward(request)),
  },
  {
    name: 'ping-unknown-key-refused',
    wrong: 'GET / is refused with a key that nobody has.',
    ...altering(['ping'], () => async (request, forward) =>
      request.headers['authorization'] === undefined ? forward(request) : answerOf(401)),
  },
  {
    name: 'ping-silent-to-unknown-key',
    wrong: 'GET / is answered with a login page when a key that nobody has comes along.',
    ...altering(['ping'], () => async (request, forward) =>
      request.headers['authorization'] === undefined ? forward(request) : answerOf(302, '', { location: '/login' })),
  },
]
