import { expect, test } from 'vitest'
import { readQueryText } from './query-text.ts'

test('cuts SQL at its parameters, in order and with repetitions', () => {
  expect(readQueryText('select :a, x::text from t where y = :b_2 or z = :a')).toMatchObject({
    parts: ['select ', ', x::text from t where y = ', ' or z = ', ''],
    names: ['a', 'b_2', 'a'],
  })
})

test('leaves literals and quoted names alone, and takes comments and the last semicolon away', () => {
  const sql = `select ':a', "b:c", 'it''s', 4/2 /* :d ' */ from t -- :e "\n where x='--';\n`
  const { parts, names } = readQueryText(sql)
  expect(names).toEqual([])
  const text = parts.join('').trim().replaceAll(/ +/g, ' ')
  expect(text).toBe(`select ':a', "b:c", 'it''s', 4/2 from t where x='--'`)
})

test('parts and names joined are the SQL again', () => {
  const sql = "with é as (select id from t where a=:a) select * from é where x<>1e3 and y like :b and z=-:c"
  const { parts, names } = readQueryText(sql)
  expect(parts.reduce((text, part, index) => `${text}:${names[index - 1]}${part}`)).toBe(sql)
})

test('says in which line a mistake is', () => {
  expect(() => readQueryText("select id\nfrom t\nwhere a = 'x")).toThrow("Line 3: the quote before 'x")
  expect(() => readQueryText('select id\nfrom t where a = $1')).toThrow('Line 2: write parameters as :name, not $1')
})
