export interface NetworkFault {
  code: string
  message: string
  next: string
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const unsent = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])
/** No connection was established, so the server cannot have done anything. */
export const neverSent = (error: unknown): boolean => unsent.has(codeOf(error) ?? '')

/** Why a request got no response; undefined if the error is about something else. */
export function networkFault(error: unknown, server = 'the server'): NetworkFault | undefined {
  const code = codeOf(error)
  if (!code) return undefined
  if (untrusted.has(code)) {
    return {
      code: 'tls_untrusted',
      message: `The certificate of ${server} is signed by an authority that this machine does not trust (${code}).`,
      next: 'Set NODE_EXTRA_CA_CERTS to the PEM file of your private CA, for example: export NODE_EXTRA_CA_CERTS=/etc/ssl/private-ca.pem',
    }
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return {
      code: 'tls_expired',
      message: `The certificate of ${server} is not valid today (${code}).`,
      next: 'Check the clock of this machine; if it is right, the server’s operator must renew the certificate.',
    }
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      code: 'tls_wrong_name',
      message: `The certificate of ${server} was issued for another name.`,
      next: 'Use the name in the certificate: baton login --server https://<that name>',
    }
  }
  if (/^(ERR_SSL|EPROTO|HPE_)/.test(code)) {
    return {
      code: 'wrong_scheme',
      message: `${server} does not speak the protocol in its address (${code}).`,
      next: 'Try the other scheme: http:// instead of https://, or the other way around.',
    }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      code: 'dns',
      message: `The name of ${server} cannot be resolved (${code}).`,
      next: 'Check the spelling of the address, your network and your VPN; name another server with --server or BATON_URL.',
    }
  }
  if (/TIMEOUT|^ETIMEDOUT$|^TimeoutError$/.test(code)) {
    return {
      code: 'timeout',
      message: `${server} did not respond in time.`,
      next: 'Check your network and whether a firewall or a proxy (HTTPS_PROXY) is in between.',
    }
  }
  return {
    code: 'unreachable',
    message: `${server} cannot be reached (${code}).`,
    next: 'Check that the server runs and that the address is right: --server or BATON_URL. A proxy is set with HTTPS_PROXY.',
  }
}

/** The innermost error code: fetch wraps the cause, and trying several addresses wraps it again. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'TimeoutError') return error.name
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  const deeper = codeOf(inner)
  if (deeper) return deeper
  const { code } = error as { code?: unknown }
  const isNetwork = 'syscall' in error ? /^(connect|getaddrinfo|read|write)$/.test(String(error.syscall)) : true
  if (typeof code === 'string' && isNetwork && !/^ERR_(?!SSL|TLS)|^E(ACCES|NOENT|NOTDIR|ISDIR|PERM|EXIST|ROFS)$/.test(code)) return code
  return error.message === 'fetch failed' ? 'fetch failed' : undefined
}
