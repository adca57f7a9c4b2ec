import { useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { BagIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadingArea, LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { useFormErrors } from '../ui/use-form-errors.ts'
import { dialogCloser, dialogTrigger } from '../ui/use-modal.ts'
import { Example, Row } from './example.tsx'

export function Messages({ copy }: { copy: string }) {
  return (
    <>
      <Example title="Toasts">
        <ToastButtons />
      </Example>
      <Example title="Dialog, sheet, drawer">
        <Dialogs copy={copy} />
      </Example>
      <Example title="Form with errors">
        <SignInForm />
      </Example>
      <Example title="Error panel">
        <ErrorPanel title="Order not found" onRetry={() => {}}>
          Please check your tracking code and try again.
        </ErrorPanel>
        <ErrorPanel>Failed to load testimonials</ErrorPanel>
      </Example>
      <Example title="Skeleton, loading note">
        <LoadingArea className="grid gap-3">
          <Skeleton className="min-h-60" />
          <Skeleton className="min-h-12" />
          <Skeleton className="min-h-12" />
        </LoadingArea>
        <LoadingNote>Loading authentication...</LoadingNote>
      </Example>
      <Example title="Empty state">
        <EmptyState
          icon={BagIcon}
          title="Your cart is empty"
          action={<ButtonLink to="/styleguide">Continue Shopping</ButtonLink>}
        >
          What you put in stays on this phone.
        </EmptyState>
      </Example>
    </>
  )
}

function ToastButtons() {
  const toasts = useToasts()
  const action = { label: 'View cart', onPress: () => {} }
  return (
    <Row>
      <Button
        variant="secondary"
        onClick={() =>
          toasts.show({
            title: 'Added to cart',
            description: 'Hibiscus Glow Serum × 2',
            tone: 'success',
            action,
          })
        }
      >
        Success
      </Button>
      <Button variant="secondary" onClick={() => toasts.show({ title: 'Signed out' })}>
        Neutral
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          toasts.show({
            title: 'Login failed',
            description: 'Invalid email or password',
            tone: 'destructive',
          })
        }
      >
        Destructive
      </Button>
    </Row>
  )
}

function Dialogs({ copy }: { copy: string }) {
  const [asking, setAsking] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const sheet = `filters-${copy}`
  return (
    <Row>
      <Button variant="destructive" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete Blog Post"
        confirmLabel="Delete"
        destructive
        onConfirm={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        <p>“Shea butter, three ways” will be gone. This action cannot be undone.</p>
      </ConfirmDialog>
      <Button variant="secondary" {...dialogTrigger(sheet)}>
        Filter & Sort
      </Button>
      <Sheet
        id={sheet}
        title="Filter & Sort"
        footer={
          <>
            <span className="flex-1">8 products</span>
            <Button {...dialogCloser(sheet)}>Apply</Button>
          </>
        }
      >
        <p>Categories and sorting come here.</p>
      </Sheet>
      <Button variant="secondary" onClick={() => setDrawer(true)}>
        Order drawer
      </Button>
      <Sheet
        id={`order-${copy}`}
        title="Order K7P2QX"
        place="right"
        open={drawer}
        onClose={() => setDrawer(false)}
      >
        <TextField label="Internal note" />
      </Sheet>
    </Row>
  )
}

function SignInForm() {
  const { form, field, summary, onSubmit } = useFormErrors((values) => ({
    ...(values.get('email') === '' && { email: 'Email is required' }),
    ...(values.get('password') === '' && { password: 'Password is required' }),
  }))
  return (
    <form {...form} onSubmit={onSubmit(() => {})} className="grid gap-4">
      <ErrorSummary {...summary} />
      <TextField label="Email" type="email" autoComplete="off" required {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      <Button type="submit" wide>
        Sign In
      </Button>
    </form>
  )
}
