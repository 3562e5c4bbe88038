// All primitives in all states and both directions. For developers only.
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Accordion, AccordionItem } from '../../components/ui/accordion.tsx'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { DateField } from '../../components/ui/date-field.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { FileDrop } from '../../components/ui/file-drop.tsx'
import { MENU_ITEM, Menu } from '../../components/ui/menu.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { Table } from '../../components/ui/table.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'

export default function DevUi() {
  return (
    <div className="page py-12">
      <h1 className="mb-8 font-display text-4xl font-semibold">Primitives</h1>
      <div className="grid gap-10 lg:grid-cols-2">
        {(['ltr', 'rtl'] as const).map((direction) => (
          <div key={direction} dir={direction} className="grid content-start gap-8">
            <Specimens direction={direction} />
          </div>
        ))}
      </div>
    </div>
  )
}

const TONES: BadgeTone[] = ['waiting', 'active', 'good', 'neutral', 'danger']

function Specimens({ direction }: { direction: 'ltr' | 'rtl' }) {
  const [question, setQuestion] = useState('')
  return (
    <>
      <Group title="Button">
        <Button>Primary</Button>
        <Button look="secondary">Secondary</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button busyLabel="Saving...">Save</Button>
      </Group>
      <Group title="Field">
        <TextField label="Name" hint="As on your card" defaultValue="Ada" />
        <TextField label="E-mail" note="optional" error="Please enter a valid address." defaultValue="ada@" />
        <TextField label="Read-only" readOnly value="cannot be changed" />
        <SelectField label="Zone">
          <option>Europe/Istanbul</option>
          <option>Asia/Baku</option>
        </SelectField>
        <DateField label="Day" />
        <TextAreaField label="Message" aside="120 left" />
      </Group>
      <Group title="Switch">
        <Switch label="Off" hint="What that means" checked={false} onCheckedChange={() => toast.info('On')} />
        <Switch label="On" checked onCheckedChange={() => toast.info('Off')} />
        <Switch label="Busy" checked isBusy onCheckedChange={() => {}} />
      </Group>
      <Group title="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Group>
      <Group title="Banner">
        {(['info', 'warning', 'good', 'danger'] as const).map((tone) => (
          <Banner key={tone} tone={tone}>
            A banner that says {tone}.
          </Banner>
        ))}
      </Group>
      <Group title="Menu, dialog, toast">
        <Menu label="Menu">
          <button type="button" className={MENU_ITEM}>
            First
          </button>
          <button type="button" className={MENU_ITEM}>
            Second
          </button>
        </Menu>
        <Dialog trigger={<Button look="secondary">Dialog</Button>} title="Title" description="What this is about." closeLabel="Close">
          <Button>Understood</Button>
        </Dialog>
        <Button look="secondary" onClick={() => toast.success('Saved', { description: 'Everything is kept.' })}>
          Toast
        </Button>
        <Button look="secondary" onClick={() => toast.error('Not saved', { description: 'Try again.' })}>
          Error toast
        </Button>
      </Group>
      <Group title="Tabs">
        <Tabs
          label="Example"
          direction={direction}
          tabs={[
            { id: 'one', title: 'One', content: <p>The first.</p> },
            { id: 'two', title: 'Two', content: <p>The second.</p> },
          ]}
        />
      </Group>
      <Group title="Accordion">
        <Accordion direction={direction} open={question} onOpen={setQuestion}>
          <AccordionItem id={`a-${direction}`} title="A question">
            Its answer.
          </AccordionItem>
          <AccordionItem id={`b-${direction}`} title="Another question">
            Another answer.
          </AccordionItem>
        </Accordion>
      </Group>
      <Group title="Card, skeleton, empty state">
        <Card>In a card.</Card>
        <Skeleton className="h-24 w-full" />
        <EmptyState
          icon={CalendarX}
          title="Nothing here yet"
          text="What this list is for, and how it fills."
          action={<Button>Fill it</Button>}
        />
      </Group>
      <Group title="Table">
        <Table
          caption={`Example table ${direction}`}
          columns={['Name', 'State']}
          rows={[
            {
              id: '1',
              cells: [
                'Ada',
                <Badge key="badge" tone="good">
                  done
                </Badge>,
              ],
            },
            {
              id: '2',
              cells: [
                'Bo',
                <Badge key="badge" tone="waiting">
                  waiting
                </Badge>,
              ],
            },
          ]}
        />
      </Group>
      <Group title="File drop">
        <FileDrop
          label="Drop files here"
          hint="PDF or pictures, up to 50 MB"
          accept=".pdf"
          onFiles={(files) => toast.info(`${files.length} files`)}
        />
        <FileDrop label="Not now" hint="Closed" accept=".pdf" isDisabled onFiles={() => {}} />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="eyebrow text-muted">{title}</h2>
      <div className="flex flex-wrap items-start gap-3 [&>div:not(:has(summary))]:w-full [&>label]:w-full">{children}</div>
    </section>
  )
}
