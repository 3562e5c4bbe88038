// `npm run release [-- folder]`: creates an archive for this machine's architecture that runs without npm, compiler or registry.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { PLATFORM, releaseFiles } from './release-files.ts'
import { ensureBuilt } from './set-up.mjs'

const ROOT = join(import.meta.dirname, '..')

try {
  ensureBuilt()
  const { file, bytes } = writeRelease(resolve(process.argv[2] ?? 'release'))
  process.stdout.write(`${file} has ${Math.round(bytes / 1_000_000)} MB; its checksum is beside it.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function writeRelease(folder: string) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const commit = git('describe', '--always', '--abbrev=8', '--exclude=*', '--dirty=-modified')
  const name = `bkv-${version}-${commit}-${PLATFORM}`
  const staging = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    for (const [to, from] of releaseFiles()) {
      mkdirSync(dirname(join(staging, name, to)), { recursive: true })
      cpSync(join(ROOT, from), join(staging, name, to), { verbatimSymlinks: true })
    }
    writeFileSync(join(staging, name, 'VERSION'), `${name}\n`)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${name}.tar.gz`)
    pack(staging, name, file)
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(`${file}.sha256`, `${hash}  ${name}.tar.gz\n`)
    return { file, bytes: statSync(file).size }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The same commit gives the same bytes: sorted names, the commit's time, no owner, fixed permissions. */
function pack(folder: string, name: string, file: string) {
  const sameEverywhere = ['--sort=name', `--mtime=@${git('log', '-1', '--format=%ct')}`, '--owner=0', '--group=0', '--numeric-owner']
  const options = [...sameEverywhere, '--mode=u=rwX,go=rX', '--use-compress-program=gzip -n']
  execFileSync('tar', ['--create', `--file=${file}`, ...options, `--directory=${folder}`, name], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function git(...args: string[]) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
