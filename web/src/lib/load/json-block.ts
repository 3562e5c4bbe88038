/** The JSON that the server put into the page under this id. Other elements may have the same id, because questions have their own ids. */
export function readJsonBlock(id: string): unknown {
  const block = document.querySelector(`script[type="application/json"]#${id}`)?.textContent
  return block ? (JSON.parse(block) as unknown) : undefined
}
