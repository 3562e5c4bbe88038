import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useI18n } from '../../lib/i18n.tsx'
import { setTheme, useTheme } from '../../lib/theme.ts'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

const CHOICES = [
  { theme: 'light', label: 'theme.light', icon: Sun },
  { theme: 'dark', label: 'theme.dark', icon: Moon },
  { theme: 'system', label: 'theme.system', icon: Monitor },
] as const

export function ThemePicker() {
  const { t } = useI18n()
  const active = useTheme()
  return (
    <Menu
      align="end"
      name={t('theme.label')}
      label={
        <>
          <Sun aria-hidden="true" className="size-5 dark:hidden" />
          <Moon aria-hidden="true" className="hidden size-5 dark:block" />
        </>
      }
    >
      {CHOICES.map(({ theme, label, icon: Icon }) => (
        <button key={theme} type="button" aria-pressed={theme === active} className={MENU_ITEM} onClick={() => setTheme(theme)}>
          <Icon aria-hidden="true" className="size-4" />
          <span className="flex-1">{t(label)}</span>
          {theme === active && <Check aria-hidden="true" className="size-4 text-brass" />}
        </button>
      ))}
    </Menu>
  )
}
