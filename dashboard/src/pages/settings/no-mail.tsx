/** What is unavailable on an instance without mail, and what its administrator would have to set. */
export const NoMail = ({ what }: { what: string }) => (
  <p className="rounded-card border border-line bg-sunken p-12 text-helper text-muted">
    {what} unavailable because email is not configured. An administrator can set <code className="font-mono">MAIL_URL</code>.
  </p>
)
