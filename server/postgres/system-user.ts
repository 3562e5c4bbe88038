// PostgreSQL refuses to run as root. Then another account runs it, and this file finds out what that account can access.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SystemUser {
  uid: number
  gid: number
}

/** Returns undefined for an ordinary user, who runs PostgreSQL directly. */
export async function findSystemUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined)
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it instead.')
}

export async function canReach(user: SystemUser | undefined, path: string) {
  if (!user) return true
  return run('test', ['-x', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
