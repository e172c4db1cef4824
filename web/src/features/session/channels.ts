import { m } from '#/copy'

const names: Record<string, () => string> = {
  sms: m.session_messages_sms,
  email: m.session_messages_email,
  push: m.session_messages_push,
}

/** The name of a message channel. */
export const channelName = ({ channel }: { channel: string }) => names[channel]?.() ?? channel
