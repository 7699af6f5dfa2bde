/** One file of an archive. Of its mode, only whether it is executable is kept; links, owners and times are dropped. */
export interface ZipFile {
  path: string
  bytes: Buffer
  executable: boolean
}

/** Why an archive is refused; the message is for whoever sent it. */
export class BadZip extends Error {}

export const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
export const headerSize = { local: 30, central: 46, end: 22 }
/** Names are UTF-8. */
export const utf8Flag = 0x0800
export const methods = { stored: 0, deflated: 8 }
