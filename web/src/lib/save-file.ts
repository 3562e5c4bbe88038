/** Downloads a file that is in memory. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked later, because some browsers start to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
