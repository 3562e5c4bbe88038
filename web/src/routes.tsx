// Every URL of the product.
import { Route, Routes } from 'react-router'
import { Home } from './routes/home.tsx'
import { NotFound } from './routes/not-found.tsx'

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
