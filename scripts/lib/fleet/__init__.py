"""What scripts/fleet is made of: a client of kubectl, and of nothing else."""
