import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether something is open, and how to open and close it; every change of the address closes it. */
export function useOpenUntilNavigation(): [boolean, (isOpen: boolean) => void] {
  const { pathname } = useLocation()
  const [state, setState] = useState({ isOpen: false, pathname })
  if (state.pathname !== pathname) setState({ isOpen: false, pathname })
  const setOpen = useCallback((isOpen: boolean) => setState({ isOpen, pathname }), [pathname])
  return [state.isOpen && state.pathname === pathname, setOpen]
}
