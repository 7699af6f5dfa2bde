// Generated from the contracts by: npm run generate
import type { ClientRoute } from './build-request.ts'

export const instanceRoutes = {
  getCodeDelivery: [{ method: 'GET', path: '/api/admin/users/:id/otp' }],
  getCodeHostSetup: [{ method: 'GET', path: '/api/admin/github' }],
  getPublicAgent: [{ method: 'GET', path: '/api/agents/public/:slug' }],
  getPublicNote: [{ method: 'GET', path: '/api/notes/public/:slug' }],
  getPublicProject: [{ method: 'GET', path: '/api/public/projects/:user/:project' }],
  getPublicSkill: [{ method: 'GET', path: '/api/skills/public/:slug' }],
  getReportedIssue: [{ method: 'GET', path: '/api/admin/issues/:id' }],
  listAllIssueReports: [{ method: 'GET', path: '/api/admin/issues' }],
  listAllIssues: [{ method: 'GET', path: '/api/admin/github/issues' }],
  listAllRepositories: [{ method: 'GET', path: '/api/admin/github/repos' }],
  listUsers: [{ method: 'GET', path: '/api/admin/users' }],
  resetUserPassword: [{ method: 'POST', path: '/api/admin/users/:id/password' }],
  searchPublic: [{ method: 'GET', path: '/api/search/public' }],
  suspendUser: [{ method: 'PATCH', path: '/api/admin/users/:id/suspend' }],
  syncAllIssues: [{ method: 'POST', path: '/api/admin/github/sync' }],
  unsuspendUser: [{ method: 'PATCH', path: '/api/admin/users/:id/unsuspend' }],
  updateReportedIssue: [{ method: 'PATCH', path: '/api/admin/issues/:id' }],
  updateUserRole: [{ method: 'PATCH', path: '/api/admin/users/:id/role' }],
} satisfies Record<string, ClientRoute[]>
