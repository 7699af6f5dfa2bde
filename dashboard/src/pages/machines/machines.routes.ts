import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from '../../app/page-route.ts'

export const machineRoutes = (organization: AnyRoute): AnyRoute[] => [
  pageRoute(organization, 'machines', () => import('./machines-page.tsx'), 'MachinesPage'),
  pageRoute(organization, 'runs/$run', () => import('./runs/run-page.tsx'), 'RunPage'),
  pageRoute(organization, 'machines/$machine', () => import('./machine/machine-page.tsx'), 'MachinePage'),
  pageRoute(organization, 'machines/$machine/actions/$action', () => import('./action/action-page.tsx'), 'ActionPage'),
]
