import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { classes } from '../../lib/classes.ts'

interface FileDropProps {
  label: string
  hint: string
  accept: string
  isDisabled?: boolean
  onFiles: (files: File[]) => void
}

/** Accepts files by drag and drop, by click or by keyboard. It is a file input underneath. */
export function FileDrop({ label, hint, accept, isDisabled = false, onFiles }: FileDropProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isDisabled) onFiles([...event.dataTransfer.files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the input inside is the control
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classes(
        'grid cursor-pointer justify-items-center gap-2 rounded-box border-2 border-dashed px-6 py-8 text-center transition-colors duration-150 ease-calm focus-within:border-action',
        isOver ? 'border-action bg-tint' : 'border-control',
        isDisabled && 'cursor-not-allowed opacity-55',
      )}
    >
      <Upload aria-hidden="true" className="size-6 text-brass" />
      <span className="font-medium">{label}</span>
      <span className="text-sm text-muted">{hint}</span>
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        disabled={isDisabled}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}
