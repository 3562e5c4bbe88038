import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { loadArea, useI18n } from '../../../../lib/i18n.tsx'
import type { ListFilter } from '../queries.ts'

/** Saves the filtered list. The code for it is loaded on click. */
export function ExportButton({ filter, zone }: { filter: ListFilter; zone: string }) {
  const { t, language } = useI18n()
  const saving = useMutation({
    mutationFn: async () => {
      const [{ saveList }] = await Promise.all([import('./export.ts'), loadArea(language, 'desk')])
      return saveList(filter, zone, t, language)
    },
    onSuccess: ({ number, isCut }) => toast.success(t(isCut ? 'list.exportedMost' : 'list.exported', { number })),
    onError: (error) => {
      const { key, values } = textOf(error)
      toast.error(t('list.exportFailed'), { description: t(key, values) })
    },
  })
  return (
    <Button
      look="secondary"
      className="px-4! text-sm max-sm:w-11 max-sm:px-0!"
      title={t('list.exportHint')}
      busyLabel={saving.isPending && t('list.exporting')}
      onClick={() => saving.mutate()}
    >
      <Download aria-hidden="true" className="size-4 text-brass max-sm:size-5" />
      <span className="max-sm:sr-only">{t('list.export')}</span>
    </Button>
  )
}
