// What somebody dropped, one after the other, each with how far it is.
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useRefreshFiles } from './queries.ts'
import { MOST_BYTES, typeOf } from './rules.ts'
import { uploadFile } from './upload.ts'

export interface Uploading {
  id: number
  name: string
  /** From 0 to 1; undefined while it waits for the one before it. */
  share: number | undefined
  cancel: () => void
}

const TEXTS: ErrorTexts = {
  too_large: 'files.tooLarge',
  unsupported: 'files.unsupported',
  too_many_files: 'files.tooMany',
  '42501': 'files.closed',
  failed: 'files.failed',
}

let lastId = 0

export function useUploads(appointmentId: string, userId: string) {
  const { t } = useI18n()
  const refresh = useRefreshFiles(appointmentId)
  const [uploads, setUploads] = useState<Uploading[]>([])
  const queue = useRef(Promise.resolve())
  // They go on when the panel closes; only whoever leaves the site is asked first.
  const isBusy = uploads.length > 0
  useEffect(() => {
    if (!isBusy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])

  const refuse = (reason: 'files.tooLarge' | 'files.unsupported', fileName: string) =>
    toast.error(t(reason === 'files.tooLarge' ? 'files.tooLargeTitle' : 'files.unsupportedTitle'), { description: t(reason, { fileName }) })

  const add = (files: File[]) => {
    for (const file of files) {
      const type = typeOf(file.name)
      if (!type) refuse('files.unsupported', file.name)
      else if (file.size > MOST_BYTES) refuse('files.tooLarge', file.name)
      else start(file, type)
    }
  }

  const start = (file: File, type: string) => {
    const abort = new AbortController()
    const id = ++lastId
    const change = (share: number) => setUploads((now) => now.map((each) => (each.id === id ? { ...each, share } : each)))
    setUploads((now) => [...now, { id, name: file.name, share: undefined, cancel: () => abort.abort() }])
    const before = queue.current
    queue.current = (async () => {
      await before
      try {
        if (abort.signal.aborted) return
        change(0)
        await uploadFile({ file, type, appointmentId, userId, signal: abort.signal, onProgress: change })
        toast.success(t('files.uploaded'), { description: file.name })
      } catch (error) {
        if (abort.signal.aborted) return
        const { key, values } = textOf(error, TEXTS)
        toast.error(t('files.errorTitle'), { description: t(key, { ...values, fileName: file.name }) })
      } finally {
        setUploads((now) => now.filter((each) => each.id !== id))
        await refresh()
      }
    })()
  }

  return { uploads, add }
}
