// The server's environment according to docs/samples: the variables of the unit and of /etc/bkv/env, with secrets filled in.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

export const readSample = (name: string) => readFileSync(join(import.meta.dirname, '../docs/samples', name), 'utf8')

/** All values of a setting in a unit or a drop-in, in order. */
export const settingsIn = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** `units` are the samples that systemd reads. Later ones override earlier ones. */
export function sampleEnvironment(...units: string[]): NodeJS.Dict<string> {
  const ofUnits = units.flatMap((name) => settingsIn(readSample(name), 'Environment'))
  const filledIn = readSample('env').replaceAll('replace-me', 'c2FtcGxlLXNlY3JldA')
  return { ...parseEnv(ofUnits.join('\n')), ...parseEnv(filledIn) }
}
