// Allows one server per data folder. The system releases a bound socket when its process dies, so the lock is never stale.
import { createHash } from 'node:crypto'
import { realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

export interface FolderLock {
  release: () => Promise<void>
}

export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = lockAddress(folder)
  const server = (await bind(address)) ?? (await bindOverDead(address))
  if (!server)
    throw new Error(`Another server is already running on the data folder ${folder}; stop it, or set DATA_DIR to another folder.`)
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

// Linux has an abstract namespace without files. On other systems the socket is a file in the folder.
function lockAddress(folder: string) {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  return process.platform === 'linux' ? `\0data-folder-${name}` : join(folder, 'lock')
}

function bind(address: string) {
  const server = createServer((socket) => socket.destroy())
  return new Promise<typeof server | undefined>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => resolve(server))
  })
}

async function bindOverDead(address: string) {
  if (address.startsWith('\0')) return undefined
  const isAlive = await new Promise<boolean>((resolve) => {
    const probe = connect(address, () => resolve(true)).once('error', () => resolve(false))
    probe.once('close', () => probe.destroy())
  })
  if (isAlive) return undefined
  unlinkSync(address)
  return bind(address)
}
