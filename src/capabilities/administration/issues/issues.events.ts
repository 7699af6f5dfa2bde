import { event } from '../../../kernel/events.ts'

interface OfReport {
  user_id: string
  issue_report: { id: string; ref: string; title: string; status: string }
}

const own = ({ user_id, issue_report }: OfReport) => ({ owner_id: user_id, subject_id: issue_report.id })

export const issueReported = event<OfReport>('issue_report.created', own)
export const issueReportAnswered = event<OfReport & { told: string[]; words: string | null }>('issue_report.answered', own)
export const issueReportWritten = event<OfReport>('issue_report.updated', own)
