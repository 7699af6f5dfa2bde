import { createRootRoute, createRoute, createRouter, Navigate, Outlet, redirect } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { currentOrganization } from '../data/organization.ts'
import { readOwn } from '../data/reads.ts'
import { refresh, session } from '../data/session.ts'
import { agentRoutes } from '../pages/agents/agents.routes.ts'
import { authRoutes } from '../pages/auth/auth.routes.ts'
import { StepUp } from '../pages/auth/step-up.tsx'
import { connectRoutes } from '../pages/connect/connect.routes.ts'
import { featureRoutes } from '../pages/features/features.routes.ts'
import { inboxRoutes } from '../pages/inbox/inbox.routes.ts'
import { knowledgeRoutes } from '../pages/knowledge/knowledge.routes.ts'
import { memoryRoutes } from '../pages/memory/memory.routes.ts'
import { publicRoutes } from '../pages/public/public.routes.ts'
import { settingsRoutes } from '../pages/settings/settings.routes.ts'
import { taskRoutes } from '../pages/tasks/tasks.routes.ts'
import { workRoutes } from '../pages/work/work.routes.ts'
import { OrganizationGate } from '../shell/organization-gate.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState, FailedState, Skeleton } from '../ui/states.tsx'

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <StepUp />
    </>
  ),
  notFoundComponent: () => <EmptyState icon={CircleHelp} title="There is no such page" />,
  errorComponent: ({ error }) => <FailedState error={error as Error} />,
})

/** Only for who is logged in; the way back is kept. */
async function requireLogin({ location }: { location: { href: string } }): Promise<void> {
  // Without a connection what was read before is still here to be seen.
  const login = session.get() === 'unknown' ? await refresh().catch(() => 'offline' as const) : session.get()
  if (login === null) throw redirect({ to: '/auth/login', search: { back: location.href } as never })
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireLogin,
  loader: async () => {
    const kept = currentOrganization.get()
    // Without a connection, what was read before is still here to be seen.
    const mine = await readOwn('listOrganizations', {}).catch(() => null)
    if (!mine) return kept
    return mine.items.find(({ handle }) => handle === kept)?.handle ?? mine.items[0]?.handle ?? ''
  },
  component: function Home() {
    const handle = home.useLoaderData()
    return handle ? <Navigate to={`/${handle}/inbox`} replace /> : <Navigate to="/onboarding" replace />
  },
})

const organization = createRoute({
  getParentRoute: () => root,
  path: '/$org',
  beforeLoad: requireLogin,
  component: OrganizationGate,
  pendingComponent: Skeleton,
})
const areas = [
  inboxRoutes,
  workRoutes,
  taskRoutes,
  agentRoutes,
  featureRoutes,
  knowledgeRoutes,
  memoryRoutes,
  settingsRoutes,
  connectRoutes,
]
const organizationHome = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: function OrganizationHome() {
    return <Navigate to={`/${organization.useParams().org}/inbox`} replace />
  },
})

const nowhere = createRoute({
  getParentRoute: () => organization,
  path: '$',
  component: () => (
    <Page title="Not here">
      <EmptyState icon={CircleHelp} title="There is no such page">
        The address is mistyped, or what it named is gone. Search finds what there is.
      </EmptyState>
    </Page>
  ),
})

/** Addresses that people type by habit, and where they mean to go. */
const habits = {
  login: '/auth/login',
  signin: '/auth/login',
  register: '/auth/register',
  signup: '/auth/register',
  dashboard: '/',
  home: '/',
  app: '/',
}
const habitRoutes = Object.entries(habits).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${path}`,
    beforeLoad() {
      throw redirect({ to, replace: true })
    },
  }),
)

const tree = root.addChildren([
  home,
  ...habitRoutes,
  ...authRoutes(root, requireLogin),
  ...publicRoutes(root),
  organization.addChildren([organizationHome, nowhere, ...areas.flatMap((routes) => routes(organization))]),
])

export const router = createRouter({ routeTree: tree, defaultPreload: 'intent', scrollRestoration: true, defaultPendingMs: 300 })
