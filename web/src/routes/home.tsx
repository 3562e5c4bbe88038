export function Home() {
  return (
    <main>
      <h1>BKV</h1>
    </main>
  )
}
