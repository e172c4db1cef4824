import { describe, expect, test } from 'vitest'
import { safeFragment } from './safe-html'

describe('HTML of the server', () => {
  const kept = (html: string) => {
    const holder = document.createElement('div')
    holder.append(safeFragment(html))
    return holder.innerHTML
  }

  test.each([
    [
      'inline tags stay',
      '<b>₹766</b> and <i>20</i><br><ul><li>one</li></ul>',
      '<b>₹766</b> and <i>20</i><br><ul><li>one</li></ul>',
    ],
    ['scripts go', 'a<script>alert(1)</script>b', 'ab'],
    ['handlers go', '<b onclick="alert(1)">x</b>', '<b>x</b>'],
    ['images go', 'x<img src=x onerror=alert(1)>', 'x'],
    ['styles and classes go', '<p style="position:fixed" class="x">y</p>', '<p>y</p>'],
    [
      'plain-http links lose their target',
      '<a href="http://x.example">x</a>',
      '<a target="_blank" rel="noopener noreferrer">x</a>',
    ],
    [
      'script links lose it too',
      '<a href="javascript:alert(1)">x</a>',
      '<a target="_blank" rel="noopener noreferrer">x</a>',
    ],
    [
      'secure links open apart',
      '<a href="https://x.example/">x</a>',
      '<a href="https://x.example/" target="_blank" rel="noopener noreferrer">x</a>',
    ],
  ])('%s', (_, html, result) => {
    expect(kept(html)).toBe(result)
  })
})
