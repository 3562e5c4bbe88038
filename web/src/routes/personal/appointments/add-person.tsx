// The dialog of the booking page that adds a person to book for. Load this module lazily.
import { AddDialog } from '../../../features/relatives/add-dialog.tsx'
import type { Owner } from '../../../features/relatives/queries.ts'
import { useTexts } from '../../../lib/load/use-texts.ts'

interface AddPersonProps {
  owner: Owner
  open: boolean
  onOpenChange: (open: boolean) => void
  onAdded: (id: string) => void
}

export default function AddPerson(props: AddPersonProps) {
  useTexts('relatives')
  return <AddDialog {...props} />
}
