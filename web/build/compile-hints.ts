// Tells Chromium to compile these files completely during the download, on another thread. Otherwise it compiles each function at its first
// call, which delays the first paint. Only for files of which a page calls most functions at once.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const HINT = '//# allFunctionsCalledOnLoad\n'
const CALLED_AT_ONCE = /^(?:site|times|parts|data|app|staff)-[\w-]{8}\.js$/

export async function addCompileHints(client: string) {
  const assets = join(client, 'assets')
  const files = (await readdir(assets)).filter((name) => CALLED_AT_ONCE.test(name)).map((name) => join(assets, name))
  await Promise.all(files.map(async (file) => writeFile(file, HINT + (await readFile(file, 'utf8')))))
}
