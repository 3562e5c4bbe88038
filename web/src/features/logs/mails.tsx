import { MailX } from 'lucide-react'
import { ColumnTitles } from '../../components/ui/column-titles.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { FilterFold } from '../../components/ui/filter-fold.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import { useFilterParams, useTypedFilter } from '../../lib/filter-params.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { AccountMails } from './account-mails.tsx'
import { hasFilters, LogList } from './log-list.tsx'
import { COLUMNS, MailEntry, STATES } from './mail-entry.tsx'
import { useMails } from './queries.ts'

export function Mails() {
  const { t } = useI18n()
  const { params, change } = useFilterParams()
  const state = Object.keys(STATES).find((each) => each === params.get('state')) ?? ''
  const recipient = params.get('recipient') ?? ''
  const typed = useTypedFilter(recipient, (text) => change({ recipient: text.trim() }))
  const list = useMails({ state, recipient })
  const active = [state, recipient].filter(Boolean).length
  return (
    <div className="grid gap-5">
      <AccountMails />
      {hasFilters(list, active) && (
        <FilterFold label={t('logs.filters')} active={active}>
          <SelectField label={t('logs.state')} value={state} onChange={({ target }) => change({ state: target.value })}>
            <option value="">{t('logs.stateAll')}</option>
            {Object.entries(STATES).map(([value, { text }]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('logs.recipient')}
            type="search"
            placeholder={t('logs.recipientHint')}
            maxLength={MAX_EMAIL_LENGTH}
            autoComplete="off"
            value={typed.text}
            onChange={({ target }) => typed.setText(target.value)}
          />
        </FilterFold>
      )}
      <LogList
        list={list}
        label={t('logs.tabMails')}
        icon={MailX}
        empty={{ title: t('logs.mailsEmpty'), text: t('logs.mailsEmptyText') }}
        onReset={
          active
            ? () => {
                typed.setText('')
                change({ state: undefined, recipient: undefined })
              }
            : undefined
        }
        titles={<Titles />}
        keyOf={({ id }) => id}
        timeOf={({ created_at }) => created_at}
        // Only sent mails are folded by kind, because they need no row each.
        kindOf={active ? undefined : ({ id, kind, state: sent }) => (sent === 'sent' ? kind : id)}
      >
        {(mail) => <MailEntry mail={mail} />}
      </LogList>
    </div>
  )
}

function Titles() {
  const { t } = useI18n()
  return (
    <ColumnTitles columns={COLUMNS}>
      <span>{t('logs.colAt')}</span>
      <span>{t('logs.kind.other')}</span>
      <span>{t('logs.recipient')}</span>
      <span>{t('logs.details')}</span>
      <span className="justify-self-end">{t('logs.state')}</span>
    </ColumnTitles>
  )
}
