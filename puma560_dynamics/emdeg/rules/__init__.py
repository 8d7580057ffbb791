"""The papers' structural rules and what each saves."""
