// Uploads that can be resumed, even after a reload if the user picks the same file again. They are kept in the session storage of
// the tab, because file names are personal and computers are shared.
const KEY = 'unfinished-uploads'
const MAX_REMEMBERED = 20

interface Unfinished {
  file: string
  path: string
  url: string
}

/** Identifies the same file in the same folder. */
const fingerprintOf = (path: string, { name, size, lastModified }: File) => JSON.stringify([folderOf(path), name, size, lastModified])
const folderOf = (path: string) => path.split('/')[0]

let list: Unfinished[] | undefined

function read(): Unfinished[] {
  list ??= readStored()
  return list
}

function readStored(): Unfinished[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Unfinished[]
  } catch {
    return []
  }
}

function write(next: Unfinished[]) {
  list = next.slice(-MAX_REMEMBERED)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list))
  } catch {
    // Without session storage, uploads can be resumed until the page is closed.
  }
}

export const unfinishedUrlOf = (path: string) => read().find((each) => each.path === path)?.url

/** The path of this file's unfinished upload. */
export const unfinishedPathOf = (appointmentId: string, file: File) =>
  read().find((each) => each.file === fingerprintOf(appointmentId, file))?.path

export function rememberUnfinished(path: string, file: File, url: string) {
  write([...read().filter((each) => each.path !== path), { file: fingerprintOf(path, file), path, url }])
}

export const forgetUnfinished = (path: string) => write(read().filter((each) => each.path !== path))

export function forgetAllUnfinished() {
  write([])
  writeInterrupted([])
}

/** A file that was being uploaded when the user left the page. */
interface Interrupted {
  queue: string
  name: string
}

const INTERRUPTED_KEY = `${KEY}.interrupted`

export const rememberInterrupted = (files: Interrupted[]) => writeInterrupted(files)

/** Returns the names of the queue's files whose upload a reload interrupted, and forgets them, so that the user is told once. */
export function takeInterrupted(queue: string): string[] {
  const all = readInterrupted()
  const own = all.filter((each) => each.queue === queue)
  if (own.length > 0) writeInterrupted(all.filter((each) => each.queue !== queue))
  return own.map(({ name }) => name)
}

function readInterrupted(): Interrupted[] {
  try {
    return JSON.parse(sessionStorage.getItem(INTERRUPTED_KEY) ?? '[]') as Interrupted[]
  } catch {
    return []
  }
}

function writeInterrupted(files: Interrupted[]) {
  try {
    if (files.length === 0) sessionStorage.removeItem(INTERRUPTED_KEY)
    else sessionStorage.setItem(INTERRUPTED_KEY, JSON.stringify(files.slice(0, MAX_REMEMBERED)))
  } catch {
    // Storage may be switched off.
  }
}
