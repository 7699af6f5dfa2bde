import { PullList } from '../pulls/pull-list.tsx'
import { RepositoryFrame } from './repository-frame.tsx'

export function RepositoryPullsPage() {
  return <RepositoryFrame width="wide">{(repository) => <PullList repository={repository} />}</RepositoryFrame>
}
