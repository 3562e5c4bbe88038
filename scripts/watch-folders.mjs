// Reports changes below folders. It watches folders instead of files, because an editor that saves by renaming replaces the file, and a
// file watcher would keep watching the old one.
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const DEBOUNCE_MS = 100

/**
 * Calls back once for changes that arrive together.
 *
 * @param {string[]} roots
 * @param {() => void} onChange
 */
export function watchFolders(roots, onChange) {
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  function update() {
    const folders = new Set(roots.flatMap(foldersBelow))
    for (const [folder, watcher] of watchers) if (!folders.has(folder)) close(folder, watcher)
    for (const folder of folders) if (!watchers.has(folder)) open(folder)
  }

  function open(folder) {
    const watcher = watch(folder, () => {
      clearTimeout(timer)
      timer = setTimeout(() => (update(), onChange()), DEBOUNCE_MS)
    })
    watcher.on('error', () => close(folder, watcher))
    watchers.set(folder, watcher)
  }

  function close(folder, watcher) {
    watcher.close()
    watchers.delete(folder)
  }

  update()
  return {
    stop() {
      clearTimeout(timer)
      for (const [folder, watcher] of watchers) close(folder, watcher)
    },
  }
}

/** @returns {string[]} */
function foldersBelow(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return [folder, ...entries.flatMap(({ name }) => foldersBelow(join(folder, name)))]
  } catch {
    // The folder was deleted in the meantime.
    return []
  }
}
