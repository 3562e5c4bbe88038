/** What the server put into the page under this name. Other elements may have the same id: questions have ids of their own. */
export function readJsonBlock(id: string): unknown {
  const block = document.querySelector(`script[type="application/json"]#${id}`)?.textContent
  return block ? (JSON.parse(block) as unknown) : undefined
}
