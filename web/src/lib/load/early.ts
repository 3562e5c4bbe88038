// A prerendered page is visible before its scripts run. Input from that time is replayed once they do: see first-paint.ts.

declare global {
  interface Window {
    early?: Set<HTMLElement>
  }
}

type Typed = { field: HTMLInputElement | HTMLTextAreaElement; value: string }

let typed: Typed[] = []

/** Called before hydration, which resets the fields to their prerendered values. */
export function keepTypedInput(root: HTMLElement) {
  typed = [...root.querySelectorAll<Typed['field']>('input, textarea')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value }))
}

/** Called once the page handles events. */
export function replayEarlyInput() {
  const { early } = window
  delete window.early
  for (const each of typed) type(each)
  typed = []
  for (const element of early ?? []) if (element.isConnected) press(element)
}

// React tracks a field's value with a setter on the element. The prototype's setter changes the value as a keyboard does.
function type({ field, value }: Typed) {
  if (!field.isConnected) return
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function press(element: HTMLElement) {
  if (element instanceof HTMLFormElement) return element.requestSubmit()
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  element.click()
}
