import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { MAX_MESSAGE_LENGTH } from '../../../../supabase/functions/_shared/rules.ts'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { lengthOf } from '../../lib/length-of.ts'
import { cleanText } from './message-text.ts'

/** The counter is shown when this many characters are left. */
const COUNT_FROM = 200
/** Higher than the limit for sending, so that users can paste a long text and shorten it here. */
const MAX_DRAFT_LENGTH = 10_000

interface ComposerProps {
  draft: string
  onDraft: (text: string) => void
  onSend: (text: string) => void
}

export function Composer({ draft, onDraft, onSend }: ComposerProps) {
  const { t } = useI18n()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = cleanText(draft)
  const left = MAX_MESSAGE_LENGTH - lengthOf(text)
  const isTooLong = left < 0
  const send = () => {
    if (!text || isTooLong) return
    onSend(text)
    onDraft('')
    // Keeps a phone's keyboard open for the next message.
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const sendByKey = (event: KeyboardEvent) => {
    // In some input methods, Enter confirms a composed character. That must not send the message.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-1.5">
      <label htmlFor={id} className="sr-only">
        {t('chat.message')}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          value={draft}
          placeholder={t('chat.placeholder')}
          enterKeyHint="send"
          aria-invalid={isTooLong}
          aria-describedby={`${id}-hint ${id}-left`}
          onChange={({ target }) => onDraft(target.value.slice(0, MAX_DRAFT_LENGTH))}
          onKeyDown={sendByKey}
          className={classes(
            // The text has 16 pixels, because phones zoom into fields with smaller text.
            'block field-sizing-content max-h-40 min-h-12 w-full min-w-0 flex-1 resize-none rounded-box border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted',
            isTooLong ? 'border-danger' : 'border-control hover:border-ink',
          )}
        />
        <button
          type="submit"
          aria-label={t('chat.send')}
          title={t('chat.send')}
          disabled={!text || isTooLong}
          className="button grid size-12 shrink-0 place-items-center rounded-box bg-action text-on-action transition-colors hover:bg-action-strong disabled:cursor-not-allowed disabled:opacity-55"
        >
          <SendHorizontal aria-hidden="true" className="mirrored size-5" />
        </button>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <p id={`${id}-hint`} className="pointer-coarse:hidden">
          {t('chat.hint')}
        </p>
        <output id={`${id}-left`} className={classes('ms-auto tabular-nums empty:hidden', isTooLong && 'text-danger')}>
          {isTooLong
            ? t('chat.tooLong', { count: -left, most: MAX_MESSAGE_LENGTH })
            : left <= COUNT_FROM && t('chat.left', { count: left })}
        </output>
      </div>
    </form>
  )
}
