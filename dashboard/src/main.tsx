import './tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { restoreOutbox } from './data/writes/outbox.ts'
import { queries, restoreReads } from './data/reads.ts'
// Must be imported before anything is sent: it registers the handling of text conflicts.
import './data/tasks/conflicts.ts'
import { Toaster } from './shell/toaster.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('there is no #root')

await restoreReads()
void restoreOutbox()
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
