// Takes the files that the user chose: refuses them at once, or uploads them and shows the progress.

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { MAX_FILE_BYTES } from '../../../../supabase/functions/_shared/rules.ts'
import { toast } from '../../components/toaster.tsx'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { cleanName } from '../../lib/file-names.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { useRefreshFiles } from './refresh.ts'
import { typeOf } from './rules.ts'
import { type Outcome, takeInterruptedNames, type Upload, uploadQueueOf } from './upload-queue.ts'

/** Texts for failed uploads, without the file name. */
const REASONS: ErrorTexts = {
  too_many_files: 'files.tooMany',
  too_many_unfinished: 'files.tooManyUnfinished',
  upload_ended: 'files.ended',
  '42501': 'files.closed',
  '23514': 'files.badName',
  unreachable: 'files.lostConnection',
  failed: 'files.failed',
}

/** Refusals that have their own title and text. */
const REFUSALS = new Map<string, { title: TextKey; text: TextKey }>([
  ['too_large', { title: 'files.tooLargeTitle', text: 'files.tooLarge' }],
  ['unsupported', { title: 'files.unsupportedTitle', text: 'files.unsupported' }],
  ['file_not_allowed', { title: 'files.unsupportedTitle', text: 'files.unsupported' }],
])

export interface Uploads {
  list: readonly Upload[]
  add: (files: File[]) => void
  retry: (id: number) => void
  cancel: (id: number) => void
  cancelAll: () => void
  /** Call this when the server is reachable again. */
  resume: () => void
}

export function useUploads(appointmentId: string, userId: string): Uploads {
  const { t, language } = useI18n()
  const refresh = useRefreshFiles(appointmentId)
  const queue = uploadQueueOf(appointmentId, userId)
  const list = useSyncExternalStore(queue.subscribe, queue.list, queue.list)

  const refuse = (reason: string, fileName: string) => {
    const { title, text } = REFUSALS.get(reason) ?? { title: 'files.errorTitle', text: 'files.failed' }
    toast.error(t(title), { description: t(text, { fileName }) })
  }

  useEffect(() => {
    queue.onOutcome(({ name, error }: Outcome) => {
      const reason = error instanceof Error ? error.message : ''
      if (!error) toast.success(t('files.uploaded'), { description: name })
      else if (REFUSALS.has(reason)) refuse(reason, name)
      else toast.error(t('files.errorTitle'), { description: t('files.notUploaded', { fileName: name, reason: uploadReason(error, t) }) })
      void refresh()
    })
  })

  const tellInterrupted = useEffectEvent((names: string[]) => {
    if (names.length > 0) toast.error(t('files.errorTitle'), { description: t('files.interrupted', { fileName: listOf(names, language) }) })
  })
  useEffect(() => tellInterrupted(takeInterruptedNames(appointmentId, userId)), [appointmentId, userId])

  const add = (files: File[]) => {
    for (const file of files) {
      const name = cleanName(file.name)
      const type = typeOf(name)
      if (!type) refuse('unsupported', name)
      else if (file.size > MAX_FILE_BYTES) refuse('too_large', name)
      else queue.add(file, type)
    }
  }

  return {
    list,
    add,
    retry: (id) => queue.retry(id),
    cancel: (id) => queue.cancel(id),
    cancelAll: () => queue.cancelAll(),
    resume: () => queue.resume(),
  }
}

export function uploadReason(error: unknown, t: ReturnType<typeof useI18n>['t']) {
  const { key, values } = textOf(error, REASONS)
  return t(key === 'error.failed' ? 'files.failed' : key, values)
}
