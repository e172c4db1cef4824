/** One server-sent event. */
export interface ServerEvent {
  name: string
  /** The last id that the stream has sent. It is empty before the first one. */
  id: string
  data: string
}

/**
 * Parses text/event-stream by its standard, piece by piece as the text arrives.
 * The browser's own EventSource cannot send the header that carries the access token.
 */
export function eventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  let name = ''
  let id = ''
  let data: string[] = []

  function readLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name || 'message', id, data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const [field, value] = split(line)
    if (field === 'event') name = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  }
}

/** A comment line starts with the colon, so its field is empty. */
function split(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}
