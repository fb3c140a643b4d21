#if SHELF_WATCHES_THREADS
  import Foundation

  /// A value that one thread at a time sees, in builds for the thread sanitizer.
  ///
  /// Where threads wait for a `Mutex`, Linux hands it from one to the next in the kernel. The
  /// sanitizer does not see that, and takes what both have done for a race. It does see the locks
  /// of POSIX threads.
  package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// Outside of the object: an empty value would lie where the object begins, and to change it
    /// would look like changing the object.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: consuming sending Value) {
      pthread_mutex_init(lock, nil)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    package func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#else
  package import Synchronization

  /// A value that one thread at a time sees. `Scripts/sanitize thread` has another one in its place.
  package typealias Guarded<Value: ~Copyable> = Mutex<Value>
#endif
