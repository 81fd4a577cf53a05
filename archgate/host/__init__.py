"""The code base under governance: its configuration, its source trees and the names of its modules."""
