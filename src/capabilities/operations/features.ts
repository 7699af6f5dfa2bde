import { approveFeature } from '../approvals/approve-feature.ts'
import { getFeatureSettings } from '../approvals/get-feature-settings.ts'
import { listApprovals } from '../approvals/list-approvals.ts'
import { sendBackFeature } from '../approvals/send-back-feature.ts'
import { snoozeApproval } from '../approvals/snooze-approval.ts'
import { submitReview } from '../approvals/submit-review.ts'
import { updateFeatureSettings } from '../approvals/update-feature-settings.ts'
import { addEvidence } from '../evidence/add-evidence.ts'
import { listEvidence } from '../evidence/list-evidence.ts'
import { reportCheck } from '../evidence/report-check.ts'
import { advanceFeature } from '../feature-gates/advance-feature.ts'
import { reportCommit } from '../feature-gates/report-commit.ts'
import { cancelFeature } from '../features/cancel-feature.ts'
import { createFeature } from '../features/create-feature.ts'
import { deleteFeature } from '../features/delete-feature.ts'
import { getFeature } from '../features/get-feature.ts'
import { listFeatures } from '../features/list-features.ts'
import { restoreFeature } from '../features/restore-feature.ts'
import { updateFeature } from '../features/update-feature.ts'
import { createWorkflow } from '../workflows/create-workflow.ts'
import { deleteWorkflow } from '../workflows/delete-workflow.ts'
import { getWorkflow } from '../workflows/get-workflow.ts'
import { listWorkflows } from '../workflows/list-workflows.ts'
import { updateWorkflow } from '../workflows/update-workflow.ts'

export const features = {
  approveFeature,
  getFeatureSettings,
  listApprovals,
  sendBackFeature,
  snoozeApproval,
  submitReview,
  updateFeatureSettings,
  addEvidence,
  listEvidence,
  reportCheck,
  advanceFeature,
  reportCommit,
  cancelFeature,
  createFeature,
  deleteFeature,
  getFeature,
  listFeatures,
  restoreFeature,
  updateFeature,
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listWorkflows,
  updateWorkflow,
}
