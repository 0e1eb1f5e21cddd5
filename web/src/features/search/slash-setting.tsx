import { useState } from 'react'
import { isSlashOn, switchSlash } from '#web/lib/slash-shortcut.ts'
import styles from './search-dialog.module.css'

/** Lets who speaks to the computer, or types elsewhere with it, switch the one-key shortcut off. */
export function SlashSetting() {
  const [isOn, setOn] = useState(isSlashOn)
  return (
    <label className={styles.setting}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          switchSlash(target.checked)
          setOn(target.checked)
        }}
      />
      Ouvrir la recherche avec la touche «&nbsp;/&nbsp;»
    </label>
  )
}
