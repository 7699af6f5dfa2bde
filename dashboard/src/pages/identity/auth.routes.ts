import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router'
import { createElement } from 'react'
import { lazyPage, pageRoute } from '../../app/page-route.ts'
import { takeSecret, turnOf } from './secret.ts'

type Guard = (at: { location: { href: string } }) => Promise<void>

/** A page whose link carries a secret after #: it is moved into memory, and out of the address, before the page is shown. */
function secretRoute<M extends Record<string, unknown>>(
  root: AnyRoute,
  path: string,
  load: () => Promise<M>,
  name: keyof M & string,
): AnyRoute {
  const Shown = lazyPage(load, name)
  const route = createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad({ location: { hash, search } }) {
      if (takeSecret(path, hash)) throw redirect({ to: path, search: search as never, replace: true })
    },
    loader: () => turnOf(path),
    component: function Secret() {
      return createElement(Shown, { key: route.useLoaderData() as number })
    },
  })
  return route as unknown as AnyRoute
}

function guardedRoute<M extends Record<string, unknown>>(
  root: AnyRoute,
  guard: Guard,
  path: string,
  load: () => Promise<M>,
  name: keyof M & string,
): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: guard,
    component: lazyPage(load, name),
  })
}

export const authRoutes = (root: AnyRoute, requireLogin: Guard): AnyRoute[] => [
  pageRoute(root, '/auth/login', () => import('./login/login-page.tsx'), 'LoginPage'),
  pageRoute(root, '/auth/register', () => import('./login/register-page.tsx'), 'RegisterPage'),
  pageRoute(root, '/auth/forgot', () => import('./login/forgot-page.tsx'), 'ForgotPage'),
  secretRoute(root, '/auth/callback', () => import('./mailed/callback-page.tsx'), 'CallbackPage'),
  secretRoute(root, '/magic-link', () => import('./mailed/magic-link-page.tsx'), 'MagicLinkPage'),
  secretRoute(root, '/reset-password', () => import('./mailed/reset-password-page.tsx'), 'ResetPasswordPage'),
  secretRoute(root, '/verify-email', () => import('./mailed/verify-email-page.tsx'), 'VerifyEmailPage'),
  secretRoute(root, '/change-email', () => import('./mailed/change-email-page.tsx'), 'ChangeEmailPage'),
  secretRoute(root, '/invite', () => import('./mailed/invite-page.tsx'), 'InvitePage'),
  secretRoute(root, '/unsubscribe', () => import('./mailed/unsubscribe-page.tsx'), 'UnsubscribePage'),
  secretRoute(root, '/setup', () => import('./mailed/setup-page.tsx'), 'SetupPage'),
  pageRoute(root, '/device', () => import('./device-page.tsx'), 'DevicePage'),
  guardedRoute(root, requireLogin, '/auth/client/$uid', () => import('./client-page.tsx'), 'ClientPage'),
  guardedRoute(root, requireLogin, '/onboarding', () => import('./onboarding/onboarding-page.tsx'), 'OnboardingPage'),
]
