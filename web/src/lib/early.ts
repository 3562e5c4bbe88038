// A page is seen before it listens. What somebody typed or pressed meanwhile is done once it does: see first-paint.ts.

declare global {
  interface Window {
    early?: Set<HTMLElement>
  }
}

type Typed = { field: HTMLInputElement | HTMLTextAreaElement; value: string }

let typed: Typed[] = []

/** To be called before the page is taken over, which puts back what stood in its fields when it was written. */
export function holdTyped(root: HTMLElement) {
  typed = [...root.querySelectorAll<Typed['field']>('input, textarea')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value }))
}

/** To be called when the page listens. */
export function doEarly() {
  const { early } = window
  delete window.early
  for (const each of typed) type(each)
  typed = []
  for (const element of early ?? []) if (element.isConnected) press(element)
}

// React knows a field's value by the setter it put on the element; the prototype's own is the one a keyboard uses.
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
