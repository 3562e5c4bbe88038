// Shows a draft as its page will, to anybody with the address.
import { FileQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import NoticeBar from '../../components/notice-bar.tsx'
import { Accordion, AccordionItem } from '../../components/ui/accordion.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { answersIn, noticeAsHtml, shownProjects } from '../../domain/shown-content.ts'
import type { ContentEntry } from '../../domain/site-content.ts'
import { Projects } from '../../features/services/projects.tsx'
import { fetchPublic, RefusedRequest } from '../../lib/data/public-api.ts'
import { AppError } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { isUuid } from '../../lib/patterns.ts'
import { useParams } from '../../lib/router/router.tsx'
import { addedQuestion } from '../content/faq/added-question.tsx'

export default function PreviewPage() {
  const { token = '' } = useParams()
  return <Preview key={token} token={token} />
}

function Preview({ token }: { token: string }) {
  const { t } = useI18n()
  const { entry, error, retry } = useDraft(token)
  return (
    <div className="page grid min-h-dvh content-start gap-8 py-8 sm:py-12">
      <div className="grid gap-4">
        <h1 className="page-title">{t('contentPreview.title')}</h1>
        {entry && <Banner tone="warning">{t('contentPreview.line')}</Banner>}
      </div>
      {entry && <Entry entry={entry} />}
      {entry === null && <EmptyState icon={FileQuestion} title={t('contentPreview.unknownTitle')} text={t('contentPreview.unknownText')} />}
      {error !== undefined && <LoadFailed title={t('contentPreview.loadFailed')} error={error} onRetry={retry} />}
      {entry === undefined && error === undefined && <Skeleton className="h-80" />}
    </div>
  )
}

function Entry({ entry }: { entry: ContentEntry }) {
  const { language } = useI18n()
  if (entry.kind === 'notice') return <NoticeBar notices={[noticeAsHtml(entry.body)]} />
  if (entry.kind === 'project') return <Projects projects={shownProjects([entry], language).projects} heading="h2" />
  return <Question entry={entry} />
}

function Question({ entry }: { entry: Extract<ContentEntry, { kind: 'faq' }> }) {
  const { language } = useI18n()
  const [open, setOpen] = useState(entry.slug)
  return (
    <Accordion direction={directionOf(language)} open={open} onOpen={setOpen}>
      {answersIn([entry], language)
        .map(addedQuestion)
        .map(({ id, title, answer }) => (
          <AccordionItem key={id} id={id} title={title}>
            {answer}
          </AccordionItem>
        ))}
    </Accordion>
  )
}

/** Null if there is no such draft. */
function useDraft(token: string) {
  const [answer, setAnswer] = useState<{ entry?: ContentEntry | null; error?: unknown }>(isUuid(token) ? {} : { entry: null })
  const [attempt, setAttempt] = useState(0)
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks anew
  useEffect(() => {
    if (!isUuid(token)) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    fetchPublic<Omit<ContentEntry, 'id'>[]>('rpc/get_content_preview', { body: { token }, signal }).then(
      ([draft]) => !signal.aborted && setAnswer({ entry: draft ? ({ ...draft, id: token } as ContentEntry) : null }),
      (cause) => {
        if (!signal.aborted) setAnswer({ error: new AppError(cause instanceof RefusedRequest ? 'failed' : 'unreachable', {}, { cause }) })
      },
    )
    return () => leaving.abort()
  }, [token, attempt])
  const retry = () => {
    setAnswer({})
    setAttempt((before) => before + 1)
  }
  return { ...answer, retry }
}
