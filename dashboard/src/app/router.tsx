import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  type AnyRoute,
  type ErrorComponentProps,
} from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { currentOrganization } from '../data/organization.ts'
import { readOwn } from '../data/reads.ts'
import { findSession, session } from '../data/session.ts'
import { activityRoutes } from '../pages/activity/activity.routes.ts'
import { administrationRoutes } from '../pages/administration/administration.routes.ts'
import { agentRoutes } from '../pages/agents/agents.routes.ts'
import { assistantRoutes } from '../pages/assistant/assistant.routes.ts'
import { authRoutes } from '../pages/identity/auth.routes.ts'
import { StepUp } from '../pages/identity/step-up.tsx'
import { connectRoutes } from '../pages/agents/connect/connect.routes.ts'
import { featureRoutes } from '../pages/features/features.routes.ts'
import { gettingStartedRoutes } from '../pages/getting-started/getting-started.routes.ts'
import { insightRoutes } from '../pages/insights/insights.routes.ts'
import { integrationRoutes } from '../pages/integrations/integrations.routes.ts'
import { reportRoutes } from '../pages/reports/reports.routes.ts'
import { inboxRoutes } from '../pages/notices/inbox.routes.ts'
import { knowledgeRoutes } from '../pages/knowledge/knowledge.routes.ts'
import { machineRoutes } from '../pages/machines/machines.routes.ts'
import { workspaceRoutes } from '../pages/machines/workspaces/workspaces.routes.ts'
import { contactRoutes, marketplaceRoutes } from '../pages/marketplace/marketplace.routes.ts'
import { memoryRoutes } from '../pages/memory/memory.routes.ts'
import { hostLoginRoute, repositoryRoutes } from '../pages/repositories/repositories.routes.ts'
import { settingsRoutes } from '../pages/settings/settings.routes.ts'
import { taskRoutes } from '../pages/work/tasks/tasks.routes.ts'
import { workRoutes } from '../pages/work/work.routes.ts'
import { OrganizationGate } from '../shell/organization-gate.tsx'
import { Page } from '../ui/page.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'

/** Whatever a route could not load or show, in its own place. */
function Failed({ error, reset }: ErrorComponentProps) {
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <FailedState error={error as Error} retry={again} of="page" />
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <StepUp />
    </>
  ),
  notFoundComponent: () => <EmptyState icon={CircleHelp} title="Page not found" />,
  // The last resort: the others stay inside the shell.
  errorComponent: Failed,
})

/** Redirects to the login page, with the current URL to return to. */
async function requireLogin({ location }: { location: { href: string } }): Promise<void> {
  // Offline, cached data can still be shown.
  const login = session.get() === 'unknown' ? await findSession().catch(() => 'offline' as const) : session.get()
  if (login === null) throw redirect({ to: '/auth/login', search: { back: location.href } as never })
}

/** A URL without an organization redirects into the one that was opened last. */
const intoOrganization = (path: string, to: string): AnyRoute => {
  const route = createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: requireLogin,
    loader: async () => {
      const kept = currentOrganization.get()
      // Offline, fall back to the organization that was opened last.
      const mine = await readOwn('listOrganizations', {}).catch(() => null)
      if (!mine) return kept
      return mine.items.find(({ handle }) => handle === kept)?.handle ?? mine.items[0]?.handle ?? ''
    },
    component: function IntoOrganization() {
      const handle = route.useLoaderData() as string
      return handle ? <Navigate to={`/${handle}/${to}`} search={true as never} replace /> : <Navigate to="/onboarding" replace />
    },
  })
  return route as unknown as AnyRoute
}
/** URLs that error messages use, and GitHub after creating an App, without knowing the organization. */
const intoRoutes = Object.entries({
  '/': 'inbox',
  '/machines': 'machines',
  '/repositories': 'repos',
  '/repositories/github-app': 'admin/github',
}).map(([path, to]) => intoOrganization(path, to))

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
  marketplaceRoutes,
  featureRoutes,
  knowledgeRoutes,
  memoryRoutes,
  assistantRoutes,
  repositoryRoutes,
  workspaceRoutes,
  machineRoutes,
  insightRoutes,
  activityRoutes,
  gettingStartedRoutes,
  settingsRoutes,
  integrationRoutes,
  reportRoutes,
  connectRoutes,
  administrationRoutes,
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
    <Page title="Page not found">
      <EmptyState icon={CircleHelp} title="Page not found">
        Check the address, or search for what you need.
      </EmptyState>
    </Page>
  ),
})

/** URLs that people type by habit, and where they lead. */
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
  ...intoRoutes,
  hostLoginRoute(root, requireLogin),
  ...habitRoutes,
  ...authRoutes(root, requireLogin),
  ...contactRoutes(root),
  organization.addChildren([organizationHome, nowhere, ...areas.flatMap((routes) => routes(organization))]),
])

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: Failed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 300,
})
