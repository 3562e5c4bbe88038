import { expect, test } from 'vitest'
import { parseLogLine } from './log-line.ts'

test.each([
  ['[00000] LOG:  checkpoint starting: time', 'info'],
  ['[01000] WARNING:  page verification failed, calculated checksum 1 but expected 2', 'warn'],
  ['[40P01] ERROR:  deadlock detected', 'error'],
  ['[53100] ERROR:  could not extend file "base/5/16384": No space left on device', 'error'],
  ['[XX001] ERROR:  invalid page in block 0 of relation base/5/16384', 'error'],
  ['[53300] FATAL:  sorry, too many clients already', 'error'],
  ['[58030] PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'fatal'],
])('%s is logged as %s', (line, level) => {
  expect(parseLogLine(line)).toMatchObject({ level })
})

test.each([
  '[22P02] ERROR:  invalid input syntax for type uuid: "ada@example.test"',
  "[P0001] ERROR:  a sentence that a function made of somebody's data",
  '[28P01] FATAL:  password authentication failed for user "ada"',
  '[23505] DETAIL:  Key (email)=(ada@example.test) already exists.',
  '[XX000] STATEMENT:  insert into people values (1)',
  '\tcontinued on a second line',
])('%s is not logged', (line) => {
  expect(parseLogLine(line)).toBeUndefined()
})
